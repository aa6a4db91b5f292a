/** Starts Swagger UI. A file of its own, since the page allows no inline script; a typed key stays in memory only. */
export const swaggerStart = `
const show = (spec) =>
  SwaggerUIBundle({
    // Requests go to the address that served this page.
    spec: { ...spec, servers: [{ url: new URL('.', location.href).href.replace(/\\/$/, '') }] },
    dom_id: '#swagger-ui',
    deepLinking: true,
    filter: true,
    persistAuthorization: false,
    tryItOutEnabled: true,
  })
fetch('openapi.json')
  .then((response) => response.json())
  .then(show)
`
