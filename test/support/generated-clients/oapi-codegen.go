// Renders with the client that oapi-codegen has generated into this package.
package main

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
)

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func withKey(key string) ClientOption {
	return WithRequestEditorFn(func(_ context.Context, req *http.Request) error {
		req.Header.Set("Authorization", "Bearer "+key)
		return nil
	})
}

func render(key string, body []byte) *VisualizeResponse {
	client, err := NewClientWithResponses(os.Getenv("BASE_URL"), withKey(key))
	check(err)
	var request VisualizeJSONRequestBody
	check(json.Unmarshal(body, &request))
	response, err := client.VisualizeWithResponse(context.Background(), nil, request)
	check(err)
	return response
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	check(err)
	done := render(os.Getenv("API_KEY"), body)
	inline, err := base64.StdEncoding.DecodeString(strings.SplitN(done.JSON200.Image, ",", 2)[1])
	check(err)
	client, err := NewClientWithResponses(os.Getenv("BASE_URL"), withKey(os.Getenv("API_KEY")))
	check(err)
	image, err := client.GetRenderImageWithResponse(context.Background(), done.HTTPResponse.Header.Get("X-Render-Id"), nil)
	check(err)
	refused := render(os.Getenv("EMPTY_KEY"), body)
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"credits": done.JSON200.Usage.Credits,
		"png":     bytes.HasPrefix(image.Body, []byte("\x89PNG")) && bytes.Equal(image.Body, inline),
		"code":    fmt.Sprint(refused.JSON402.Code),
	}))
}
