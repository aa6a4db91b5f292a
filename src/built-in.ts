/**
 * Modules of the runtime that no start needs; each is loaded at its first use. Imports of them would add 10 ms of
 * processor time to every start.
 */
export const builtIn = {
  get http() {
    return process.getBuiltinModule('node:http')
  },
  get https() {
    return process.getBuiltinModule('node:https')
  },
  get zlib() {
    return process.getBuiltinModule('node:zlib')
  },
}
