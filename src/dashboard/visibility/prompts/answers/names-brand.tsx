import { type Prompt, useChooseBranded } from '../../../data/prompts.ts'
import { SelectField } from '../../../kit/field.tsx'
import { toast } from '../../../kit/toast.tsx'
import * as strings from './strings.ts'

/** Chooses whether a prompt counts as one that names the brand; by default its text decides. */
export function NamesBrand({ prompt: { id, namesBrand } }: { prompt: Prompt }) {
  const choose = useChooseBranded()
  const change = (namesBrand: Prompt['namesBrand']) =>
    choose.mutate({ id, namesBrand }, { onError: (error) => toast(error.message, { seconds: 8 }) })
  return (
    <SelectField
      label={strings.namesBrand.label}
      hint={strings.namesBrand.hint}
      choices={strings.namesBrand.choices}
      value={choose.isPending ? choose.variables.namesBrand : namesBrand}
      onChange={({ target }) => change(target.value as Prompt['namesBrand'])}
    />
  )
}
