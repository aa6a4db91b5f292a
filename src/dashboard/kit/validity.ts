import { inDigits } from './number.ts'
import * as strings from './strings.ts'

/** Why the browser does not accept the value of a control. */
export function describeInvalid(control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): string {
  const { validity, type, title, validationMessage } = control
  if (validity.valueMissing) return strings.validity.missing
  if (validity.tooShort && 'minLength' in control)
    return strings.validity.tooShort(inDigits(control.minLength))
  if (validity.typeMismatch) return type === 'email' ? strings.validity.email : strings.validity.url
  return title || validationMessage
}
