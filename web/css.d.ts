/** Stylesheets are imported for their effect alone; Vite puts them in the page. */
declare module '*.css'
/** The address of a stylesheet. */
declare module '*.css?url' {
  const address: string
  export default address
}
