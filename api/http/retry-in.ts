/** Returns the end of a message of a limit: `Retry in 3 seconds.` */
export const retryIn = (seconds: number): string =>
  `Retry in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
