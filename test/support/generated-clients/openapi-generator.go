// Renders with the client that openapi-generator has generated into the package "render".
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"

	"generated/render"
)

var ctx = context.Background()

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func connect(key string) *render.APIClient {
	settings := render.NewConfiguration()
	settings.Servers = render.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	settings.AddDefaultHeader("Authorization", "Bearer "+os.Getenv(key))
	return render.NewAPIClient(settings)
}

func readRefusal(client *render.APIClient, request render.RenderRequest) string {
	_, _, err := client.RendersAPI.Visualize(ctx).RenderRequest(request).Execute()
	var refused *render.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	return refused.Model().(render.Error).Code
}

func upload(client *render.APIClient, path string) string {
	scene, err := os.Open(path)
	check(err)
	file, _, err := client.RendersAPI.UploadFile(ctx).File(scene).Execute()
	check(err)
	return file.Id
}

// The generated function has one type for every success, that of a 200: of a 202, it returns the headers.
func startSlow(client *render.APIClient, request render.RenderRequest) string {
	request.SceneImage = os.Getenv("SLOW_SCENE")
	_, response, _ := client.RendersAPI.Visualize(ctx).RenderRequest(request).Prefer("respond-async").Execute()
	return response.Header.Get("X-Render-Id")
}

func main() {
	var request render.RenderRequest
	check(json.NewDecoder(os.Stdin).Decode(&request))
	client, trial := connect("API_KEY"), connect("TEST_KEY")
	code := readRefusal(connect("EMPTY_KEY"), request)

	request.SceneImage = upload(client, "scene.jpg")
	done, response, err := client.RendersAPI.Visualize(ctx).RenderRequest(request).Execute()
	check(err)
	inline, err := base64.StdEncoding.DecodeString(strings.SplitN(done.Image, ",", 2)[1])
	check(err)
	file, _, err := client.RendersAPI.GetRenderImage(ctx, response.Header.Get("X-Render-Id")).Execute()
	check(err)
	image, err := io.ReadAll(file)
	check(err)

	for range 2 {
		_, _, err = trial.RendersAPI.DeleteRender(ctx, startSlow(trial, request)).Execute()
		check(err)
	}
	var states, movements []string
	renders, ledger := trial.RendersAPI.ListRenders(ctx).Limit(1), client.CreditsAPI.ListLedger(ctx).Limit(1)
	for more := true; more; {
		page, _, err := renders.Execute()
		check(err)
		states = append(states, page.Renders[0].State)
		renders, more = renders.Cursor(page.GetNextCursor()), page.NextCursor.Get() != nil
	}
	for more := true; more; {
		page, _, err := ledger.Execute()
		check(err)
		movements = append(movements, page.Entries[0].Kind)
		ledger, more = ledger.Cursor(page.GetNextCursor()), page.NextCursor.Get() != nil
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"credits":   done.Usage.Credits,
		"png":       bytes.HasPrefix(image, []byte("\x89PNG")) && bytes.Equal(image, inline),
		"code":      code,
		"states":    states,
		"movements": movements,
	}))
}
