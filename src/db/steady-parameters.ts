const partsOfSql = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*.*?\*\/|\?/gs

/**
 * SQL that SQLite plans once. Where the planner looks at the value of a bare `?` (it guesses how many rows an equality
 * leaves from that), every new value makes it plan again, which costs more than most of our statements; `+?` is the
 * same value and no bare parameter. SQLite's own switch, SQLITE_DBCONFIG_ENABLE_QPSG, is out of bun:sqlite's reach.
 * What is lost is a plan that fits one value only: for a partial index or a LIKE prefix, write the value out.
 */
export function steadyParameters(sql: string): string {
  return sql.replace(partsOfSql, (part) => (part === '?' ? '+?' : part))
}
