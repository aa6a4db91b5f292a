const always = /^\/(?:.+\/)?llms(?:-full)?\.txt$/
const assets =
  /^\/(?:_next|_nuxt|_astro|_app|_serverFn|_server|_vercel|\.netlify|cdn-cgi|assets|static|build)\/|\.(?:css|[cm]?js|map|json|xml|txt|png|jpe?g|gif|svg|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|ogg|wav|zip|gz|wasm|webmanifest)$/i
const api = /^\/api(?:\/|$)/

/** Whether a request is for a page, by the rules of the snippets (snippets/report.txt). */
export function isPageRequest(method: string, path: string): boolean {
  if (method !== 'GET') return false
  return always.test(path) || !(assets.test(path) || api.test(path))
}
