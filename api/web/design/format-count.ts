const wholeNumber = new Intl.NumberFormat('en');

/** Formats a whole number, such as `20,000`. */
export const formatCount = (count: number): string => wholeNumber.format(count);
