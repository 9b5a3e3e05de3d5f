/** One icon alone: all of the package are 2,000 modules, which take the server 25 MB. */
declare module 'lucide/dist/esm/icons/*.mjs' {
  const icon: import('lucide').IconNode;
  export default icon;
}
