/** The reasoning of a model, folded. */
export function Thoughts({ text, isThinking }: { text: string; isThinking: boolean }) {
  return (
    <details className="call">
      <summary>{isThinking ? 'Thinking' : 'Thoughts'}</summary>
      <p className="answer-text muted">{text}</p>
    </details>
  )
}
