/** The fields of `nginx-json` by the names of `--map`. */
const nginxFields = {
  time: 'time_iso8601',
  ip: 'remote_addr',
  method: 'request_method',
  path: 'request_uri',
  request: 'request',
  host: 'host',
  scheme: 'scheme',
  status: 'status',
  agent: 'http_user_agent',
  referer: 'http_referer',
}
export type FieldName = keyof typeof nginxFields
export const fieldNames = Object.keys(nginxFields) as FieldName[]
/** The names that the lines of `nginx-json` have for these fields. */
export type FieldMap = Partial<Record<FieldName, string>>

/** A line with the names of nginx's variables instead of its own. */
export function renameFields(line: Record<string, unknown>, names: FieldMap): Record<string, unknown> {
  const renamed = { ...line }
  for (const name of fieldNames) {
    const own = names[name]
    if (own !== undefined) renamed[nginxFields[name]] = Object.hasOwn(line, own) ? line[own] : null
  }
  return renamed
}
