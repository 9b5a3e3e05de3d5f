/** Epoch milliseconds with fractions, comparable between the processes of one machine. */
export const clock = (): number => performance.timeOrigin + performance.now();
