/** True if the body of a response is a web page instead of JSON, as from a proxy or under a wrong address. */
export const isWebPage = (body: string) => /^\s*<(?:!doctype\s+html|html)\b/i.test(body)
