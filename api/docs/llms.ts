import { guideMarkdown } from './guide-source.ts';
import { type GuideGroup, guideGroups, guides } from './guides.ts';

const introduction = (baseUrl: string) => `# Render platform

> An HTTP API that takes one photo of a scene and 1 to 6 products and returns one image with the products in the
> scene. One prepaid credit pays for one successful render; failures cost nothing.

Requests go to ${baseUrl} with the header \`Authorization: Bearer <API_KEY>\`. A render takes 40 to 160 seconds, so HTTP
clients need a time-out of at least 300 seconds. Keys that begin with \`service_test_\` charge nothing.
`;

/** `/llms.txt`, as llmstxt.org describes it: what this is, and links to the guides as Markdown. */
export function llmsText(baseUrl: string): string {
  const groups = guideGroups.map((group) => linkedGuides(group, baseUrl));
  const machines = `## For programs

- [OpenAPI document](${baseUrl}/openapi.json): OpenAPI 3.1, every route with its schemas, errors and examples
- [MCP endpoint](${baseUrl}/mcp): streamable HTTP, the render API as tools for agents, with the same API key
- [All guides in one file](${baseUrl}/llms-full.txt)
`;
  return [introduction(baseUrl), machines, ...groups].join('\n');
}

const linkedGuides = ({ title, guides: listed }: GuideGroup, baseUrl: string) => `## ${title}

${listed.map(({ slug, title: name, summary }) => `- [${name}](${baseUrl}/docs/${slug}.md): ${summary}`).join('\n')}
`;

/** `/llms-full.txt`: every guide, one after the other. */
export function llmsFullText(baseUrl: string): string {
  return [introduction(baseUrl), ...guides.map((guide) => guideMarkdown(guide, baseUrl))].join('\n\n');
}
