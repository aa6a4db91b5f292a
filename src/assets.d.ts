// Files bundled into the program.
declare module '*.html' {
  const text: string
  export default text
}
declare module '*.svg' {
  const text: string
  export default text
}
declare module '*.md' {
  const text: string
  export default text
}
declare module 'swagger-ui-dist/swagger-ui-bundle.js' {
  const path: string
  export default path
}
declare module 'swagger-ui-dist/swagger-ui.css' {
  const path: string
  export default path
}
declare module '@fontsource/inter/files/*.woff' {
  const path: string
  export default path
}
declare module '@resvg/resvg-wasm/index_bg.wasm' {
  const path: string
  export default path
}
declare module '*.txt' {
  const text: string
  export default text
}

declare module '*.hbs' {
  const text: string
  export default text
}
