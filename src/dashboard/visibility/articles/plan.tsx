import type { Brief, Document } from '../../data/briefs.ts'
import { ExternalLink } from '../../kit/external-link.tsx'
import * as strings from './strings.ts'

/** A read-only outline. */
export function Plan({ document, variants }: { document: Document; variants: Brief['variants'] }) {
  return (
    <div className="grid gap-5 pt-4">
      <dl className="facts">
        <dt>{strings.plan.audience}</dt>
        <dd>{document.audience}</dd>
        <dt>{strings.plan.intent}</dt>
        <dd>{document.intent}</dd>
        <dt>{strings.plan.jobToBeDone}</dt>
        <dd>{document.jobToBeDone}</dd>
      </dl>
      {document.sections.map(({ heading, goal, claims }) => (
        <section key={heading} aria-label={heading} className="grid gap-1">
          <h3>{heading}</h3>
          <p className="muted">{goal}</p>
          <Bullets lines={claims} />
        </section>
      ))}
      <Part title={strings.plan.furtherPrompts} lines={variants.map(({ prompt }) => prompt)} />
      <Part title={strings.plan.questionsToAnswer} lines={document.questionsToAnswer} />
      {document.internalLinks.length > 0 && (
        <section aria-label={strings.plan.links} className="grid gap-1">
          <h3>{strings.plan.links}</h3>
          <ul className="bullets">
            {document.internalLinks.map(({ url, anchor, why }) => (
              <li key={url}>
                <ExternalLink href={url}>{anchor}</ExternalLink> <span className="muted">{why}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Part title={strings.plan.checklist} lines={document.acceptanceChecklist} />
    </div>
  )
}

function Part({ title, lines }: { title: string; lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title} className="grid gap-1">
      <h3>{title}</h3>
      <Bullets lines={lines} />
    </section>
  )
}

function Bullets({ lines }: { lines: string[] }) {
  if (lines.length === 0) return null
  return (
    <ul className="bullets">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
