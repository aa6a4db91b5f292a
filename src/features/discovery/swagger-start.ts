/** Starts Swagger UI. In its own file, since the page allows no inline script; a typed key stays in memory. */
export const swaggerStart = `
const show = (spec) =>
  SwaggerUIBundle({
    // Requests go to the address that served this page.
    spec: { ...spec, servers: [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }] },
    dom_id: '#swagger-ui',
    deepLinking: true,
    // Drawing all operations and schemas at once takes seconds.
    docExpansion: 'none',
    defaultModelsExpandDepth: -1,
    filter: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
  })
fetch('openapi.json')
  .then((response) => response.json())
  .then(show)
`
