import { type ChangeEvent, useState } from 'react'

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

/** The texts of a form by the names of its fields. `bind` gives a field its value and hears what is typed. */
export function useForm<Values extends Record<string, string>>(initial: Values) {
  const [values, setValues] = useState(initial)
  const bind = (name: keyof Values & string) => ({
    value: values[name],
    onChange: ({ target }: ChangeEvent<Control>) =>
      setValues((before) => ({ ...before, [name]: target.value })),
  })
  return { values, setValues, bind }
}
