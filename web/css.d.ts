/** Stylesheets are imported for their effect alone; Vite puts them in the page. */
declare module '*.css'
