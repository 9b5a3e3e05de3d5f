/** Style sheets are imported for their effect: the build extracts them. */
declare module '*.css';
