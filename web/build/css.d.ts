/** Stylesheets are imported for their side effect; Vite adds them to the page. */
declare module '*.css'
/** The URL of a stylesheet. */
declare module '*.css?url' {
  const address: string
  export default address
}
