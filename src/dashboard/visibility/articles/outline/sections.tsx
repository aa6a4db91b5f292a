import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Brief } from '../../../data/briefs.ts'
import { useCompetitors } from '../../../data/competitors.ts'
import { Button } from '../../../kit/button.tsx'
import { Icon } from '../../../kit/icon.tsx'
import { Section } from '../../../kit/page.tsx'
import { toast } from '../../../kit/toast.tsx'
import { answersByClaim, namesIn } from '../evidence/claims.ts'
import { changed, maxLines, minSections, moved, newSection, type OutlineSection } from './outline.ts'
import { SectionFields } from './section-fields.tsx'
import * as strings from './strings.ts'

/** The sections of an article in order. */
export function Sections({
  sections,
  evidence,
  onChange,
  say,
}: {
  sections: OutlineSection[]
  evidence: Brief['evidence']['claims']
  onChange: (sections: OutlineSection[]) => void
  /** Announces changes to screen readers. */
  say: (words: string) => void
}) {
  const list = useRef<HTMLOListElement>(null)
  const [wanted, want] = useState<string | null>(null)
  const latest = useRef(sections)
  latest.current = sections
  const answers = answersByClaim(evidence)
  const competitors = useCompetitors().data ?? []
  const namedIn = (claim: string) => namesIn(claim, competitors)
  // A pressed button keeps the focus when its section moves.
  useEffect(() => {
    if (wanted === null) return
    list.current?.querySelector<HTMLElement>(wanted)?.focus()
    want(null)
  }, [wanted])

  function add() {
    const part = newSection()
    onChange([...sections, part])
    want(`[data-part="${part.key}"] textarea`)
  }
  function move(place: number, step: 1 | -1, isTyping: boolean) {
    const part = sections[place]
    const next = moved(sections, place, step)
    if (!part || next === sections) return
    onChange(next)
    say(strings.sections.moved(place + 1 + step, sections.length))
    const isAtEnd = place + step === 0 || place + step === sections.length - 1
    const button = isAtEnd ? -step : step
    want(`[data-part="${part.key}"] ${isTyping ? 'textarea' : `[data-move="${button}"]`}`)
  }
  function remove(place: number) {
    const part = sections[place]
    if (!part) return
    onChange(sections.toSpliced(place, 1))
    const near = sections[place + 1] ?? sections[place - 1]
    want(near ? `[data-part="${near.key}"] textarea` : null)
    toast(part.heading ? strings.sections.removed(part.heading) : strings.sections.sectionRemoved, {
      undo: () => onChange(latest.current.toSpliced(place, 0, part)),
      seconds: 8,
    })
  }
  return (
    <Section
      title={strings.sections.sections}
      note={strings.sections.count(sections.length, maxLines.sections)}
    >
      <ol className="parts" ref={list}>
        {sections.map((part, place) => (
          <SectionFields
            key={part.key}
            {...{ part, place, answers, namedIn }}
            total={sections.length}
            isKept={sections.length <= minSections}
            onChange={(patch) => onChange(changed(sections, part.key, patch))}
            onMove={(step, isTyping) => move(place, step, isTyping)}
            onRemove={() => remove(place)}
          />
        ))}
      </ol>
      {sections.length < maxLines.sections && (
        <Button onClick={add}>
          <Icon of={Plus} />
          {strings.sections.addSection}
        </Button>
      )}
    </Section>
  )
}
