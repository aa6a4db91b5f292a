const partsOfSql = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*.*?\*\/|\?/gs

/**
 * SQL that SQLite plans once. If the planner looks at the value of a bare `?` (to estimate how many rows an equality
 * matches), every new value makes it plan again, which costs more than most of our statements; `+?` is the same value
 * but not a bare parameter. SQLite's own option, SQLITE_DBCONFIG_ENABLE_QPSG, cannot be set in bun:sqlite. The
 * drawback: no plan depends on a value, so for a partial index or a LIKE prefix, write the value in the SQL.
 */
export function steadyParameters(sql: string): string {
  return sql.replace(partsOfSql, (part) => (part === '?' ? '+?' : part))
}
