import { Tabs } from '../web/design/components/tabs.tsx';

/** A platform that accepts `track` calls. */
export interface Preset {
  id: string;
  title: string;
  /** Filled in where no endpoint is saved; absent: each customer has an own one. */
  endpoint?: string;
  example: string;
  /** The places of endpoint and write key. */
  about: string;
}

export const presets: readonly Preset[] = [
  {
    id: 'generic',
    title: 'Any platform or proxy',
    example: 'https://analytics.example',
    about:
      'Any HTTP API that accepts POST /v1/track in the form of Segment, or a proxy of yours in front of one.',
  },
  {
    id: 'segment',
    title: 'Segment',
    endpoint: 'https://api.segment.io',
    example: 'https://api.segment.io',
    about:
      'The write key is that of a source of the type HTTP API. A workspace in another region has an endpoint of its own.',
  },
  {
    id: 'rudderstack',
    title: 'RudderStack',
    example: 'https://example.dataplane.rudderstack.com',
    about: 'The endpoint is your data plane URL; the write key is that of a source of the type HTTP.',
  },
  {
    id: 'posthog',
    title: 'PostHog',
    example: 'https://analytics-proxy.example',
    about:
      'PostHog has no /v1/track of its own. Send the events to RudderStack, Segment or a proxy of yours with PostHog as its destination.',
  },
];

/** Returns the preset with that id; undefined where there is none. */
export const findPreset = (id: string | undefined): Preset | undefined =>
  presets.find((preset) => preset.id === id);

/** Links to the presets, each with its own address. */
export const PresetTabs = ({ path, current }: { path: string; current: Preset }) => (
  <Tabs
    label="Platform"
    tabs={presets.map(({ id, title }) => ({ title, href: `${path}?preset=${id}#endpoint` }))}
    current={`${path}?preset=${current.id}#endpoint`}
  />
);
