/** `1.2 s`, `45 s`. */
export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
export const formatRate = (share: number): string => percent.format(share);

/** `14:00`, in UTC. */
export const formatClock = (ms: number): string => new Date(ms).toISOString().slice(11, 16);
