import { variables } from '../config.ts'
import { nearest } from '../text/nearest.ts'
import { type Finding, green, listNames, type Subject, yellow } from './finding.ts'

/** Variables of commands that are no part of the server's configuration. */
const others = ['HERALD_API_KEY', 'NO_COLOR', 'NODE_ENV']

/** Variables whose name looks like one of Herald's but is not. */
export function checkVariables({ env }: Pick<Subject, 'env'>): Finding {
  const check = 'configuration'
  const known = Object.entries(variables).flatMap(([name, variable]) =>
    'secret' in variable && variable.secret ? [name, `${name}_FILE`] : [name],
  )
  const unknown = Object.keys(env).flatMap((name) => {
    if (known.includes(name) || others.includes(name) || !name.includes('_')) return []
    const meant = nearest(name, known, 2)
    if (meant) return [`${name} (did you mean ${meant}?)`]
    return name.startsWith('HERALD_') ? [name] : []
  })
  if (unknown.length === 0) return green(check, 'All variables are known and valid.')
  const are = unknown.length === 1 ? 'is not a variable' : 'are not variables'
  return yellow(
    check,
    `${listNames(unknown)} ${are} of Herald.`,
    'Correct the name, or remove it; docs/configuration.md lists all variables.',
  )
}
