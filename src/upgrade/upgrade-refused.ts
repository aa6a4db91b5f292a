import { OperatorError } from '../errors.ts'

/** Why an upgrade was refused before it changed anything, and what to do instead. */
export class UpgradeRefused extends OperatorError {
  constructor(reason: string, advice = '') {
    super(`${reason} Nothing was changed.${advice && ` ${advice}`}`)
  }
}
