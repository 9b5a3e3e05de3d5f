/** The shortest render, as the pages for API developers show it first. */
export const firstRequest = (baseUrl: string) => `curl ${baseUrl}/visualize \\
  -H "Authorization: Bearer $API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Accept: image/png" \\
  --data '{
    "sceneImage": "https://shop.example/room.jpg",
    "products": [{
      "title": "Arc floor lamp",
      "images": ["https://shop.example/lamp.jpg"]
    }]
  }' -o render.png`;
