// Renders with the client that oapi-codegen has generated into this package.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func connect(key string) *ClientWithResponses {
	client, err := NewClientWithResponses(os.Getenv("BASE_URL"), WithRequestEditorFn(
		func(_ context.Context, req *http.Request) error {
			req.Header.Set("Authorization", "Bearer "+os.Getenv(key))
			return nil
		}))
	check(err)
	return client
}

func upload(client *ClientWithResponses, path string) string {
	image, err := os.ReadFile(path)
	check(err)
	file, err := client.UploadFileWithBodyWithResponse(
		context.Background(), nil, "application/octet-stream", bytes.NewReader(image))
	check(err)
	return file.JSON201.Id
}

func startSlow(client *ClientWithResponses, request VisualizeJSONRequestBody) string {
	request.SceneImage = os.Getenv("SLOW_SCENE")
	prefer := "respond-async"
	accepted, err := client.VisualizeWithResponse(context.Background(), &VisualizeParams{Prefer: &prefer}, request)
	check(err)
	return accepted.JSON202.Id
}

func main() {
	ctx := context.Background()
	var request VisualizeJSONRequestBody
	check(json.NewDecoder(os.Stdin).Decode(&request))
	client, trial := connect("API_KEY"), connect("TEST_KEY")
	refused, err := connect("EMPTY_KEY").VisualizeWithResponse(ctx, nil, request)
	check(err)

	request.SceneImage = upload(client, "scene.jpg")
	done, err := client.VisualizeWithResponse(ctx, nil, request)
	check(err)
	inline, err := base64.StdEncoding.DecodeString(strings.SplitN(done.JSON200.Image, ",", 2)[1])
	check(err)
	image, err := client.GetRenderImageWithResponse(ctx, done.HTTPResponse.Header.Get("X-Render-Id"), nil)
	check(err)

	for range 2 {
		_, err = trial.DeleteRenderWithResponse(ctx, startSlow(trial, request), nil)
		check(err)
	}
	limit := 1
	var states, movements []string
	for cursor, more := (*string)(nil), true; more; more = cursor != nil {
		page, err := trial.ListRendersWithResponse(ctx, &ListRendersParams{Limit: &limit, Cursor: cursor})
		check(err)
		states = append(states, fmt.Sprint(page.JSON200.Renders[0].State))
		cursor = page.JSON200.NextCursor
	}
	for cursor, more := (*string)(nil), true; more; more = cursor != nil {
		page, err := client.ListLedgerWithResponse(ctx, &ListLedgerParams{Limit: &limit, Cursor: cursor})
		check(err)
		movements = append(movements, fmt.Sprint(page.JSON200.Entries[0].Kind))
		cursor = page.JSON200.NextCursor
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"credits":   done.JSON200.Usage.Credits,
		"png":       bytes.HasPrefix(image.Body, []byte("\x89PNG")) && bytes.Equal(image.Body, inline),
		"code":      fmt.Sprint(refused.JSON402.Code),
		"states":    states,
		"movements": movements,
	}))
}
