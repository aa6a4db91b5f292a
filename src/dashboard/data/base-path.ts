/** The path under which the server runs, such as `/herald`; empty if it has its own host. */
export const basePath = document.documentElement.dataset.basePath ?? ''

/** The address of the server for API clients. */
export const serverUrl = location.origin + basePath

/** The path of the dashboard. */
export const dashboardPath = `${basePath}/app`
