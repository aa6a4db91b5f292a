import * as strings from './strings.ts'

/** The reasoning of a model, folded. */
export function Thoughts({ text, isThinking }: { text: string; isThinking: boolean }) {
  return (
    <details className="call">
      <summary>{isThinking ? strings.thoughts.thinking : strings.thoughts.thoughts}</summary>
      <p className="answer-text muted">{text}</p>
    </details>
  )
}
