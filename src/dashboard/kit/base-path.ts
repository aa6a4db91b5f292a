/** The path under which the server runs, such as `/herald`; empty if it has its own host. */
export const basePath = document.documentElement.dataset.basePath ?? ''

/** The address of the server for API clients. */
export const serverUrl = location.origin + basePath

/** The path of the dashboard. */
export const dashboardPath = `${basePath}/app`

/** The address of a page of the manual, such as `visibility#how-to-read-the-numbers`, or of its index. */
export const manualPath = (page: string) => `${basePath}/docs${page && `/${page}`}`
