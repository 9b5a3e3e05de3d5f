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

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func connect(key string) *render.APIClient {
	settings := render.NewConfiguration()
	settings.Servers = render.ServerConfigurations{{URL: os.Getenv("BASE_URL")}}
	settings.AddDefaultHeader("Authorization", "Bearer "+key)
	return render.NewAPIClient(settings)
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	check(err)
	var request render.RenderRequest
	check(json.Unmarshal(body, &request))
	client := connect(os.Getenv("API_KEY"))
	done, response, err := client.RendersAPI.Visualize(context.Background()).RenderRequest(request).Execute()
	check(err)
	inline, err := base64.StdEncoding.DecodeString(strings.SplitN(done.Image, ",", 2)[1])
	check(err)
	file, _, err := client.RendersAPI.GetRenderImage(context.Background(), response.Header.Get("X-Render-Id")).Execute()
	check(err)
	image, err := io.ReadAll(file)
	check(err)
	_, _, err = connect(os.Getenv("EMPTY_KEY")).RendersAPI.Visualize(context.Background()).RenderRequest(request).Execute()
	var refused *render.GenericOpenAPIError
	if !errors.As(err, &refused) {
		panic(err)
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"credits": done.Usage.Credits,
		"png":     bytes.HasPrefix(image, []byte("\x89PNG")) && bytes.Equal(image, inline),
		"code":    refused.Model().(render.Error).Code,
	}))
}
