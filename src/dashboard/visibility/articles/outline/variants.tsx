import { X } from 'lucide-react'
import { useVariantChoices } from '../../../data/briefs.ts'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Section } from '../../../kit/page.tsx'
import { AddFromList } from './add-from-list.tsx'
import { maxLines, type Variant } from './outline.ts'
import * as strings from './strings.ts'

/** The prompts that the article answers: its own, and those that ask nearly the same. */
export function Variants({
  topic,
  variants,
  briefId,
  onChange,
}: {
  topic: string
  variants: Variant[]
  briefId: string
  onChange: (variants: Variant[]) => void
}) {
  const choices = useVariantChoices(briefId)
  const free = (choices.data ?? []).filter(({ id }) => !variants.some((each) => each.id === id))
  const add = (prompt: string) => {
    const chosen = free.find((each) => each.prompt === prompt)
    if (chosen) onChange([...variants, chosen])
  }
  return (
    <Section title={strings.variants.prompts} note={strings.variants.note}>
      {/* biome-ignore lint/a11y/noRedundantRoles: a list without bullets is none to some readers */}
      <ul className="ways" role="list">
        <li>{topic}</li>
        {variants.map(({ id, prompt }, place) => (
          <li key={id}>
            <span className="row">
              <span className="grow">{prompt}</span>
              <Button
                look="quiet"
                slim
                iconOnly
                aria-label={strings.variants.remove(prompt)}
                onClick={() => onChange(variants.toSpliced(place, 1))}
              >
                <Icon of={X} />
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {variants.length < maxLines.variants && free.length > 0 && (
        <AddFromList
          label={strings.variants.promptToAdd}
          addLabel={strings.variants.addPrompt}
          options={free.map(({ prompt }) => ({ value: prompt }))}
          onAdd={add}
        />
      )}
    </Section>
  )
}
