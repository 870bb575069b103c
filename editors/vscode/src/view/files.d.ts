// Files that the bundler puts inside.

declare module "*?url" {
  const address: string;
  export default address;
}
declare module "*?worker&url" {
  const address: string;
  export default address;
}
