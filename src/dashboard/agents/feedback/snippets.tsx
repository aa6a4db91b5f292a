import { useOrganization } from '../../data/session.tsx'
import { serverUrl } from '../../kit/base-path.ts'
import { Copy } from '../../kit/copy.tsx'

/** Code for an agent to report by MCP, HTTP or the AI SDK, without a key. */
export function Snippets({ token }: { token?: string }) {
  const { slug } = useOrganization()
  const address = token ? `${serverUrl}/v1/feedback` : `${serverUrl}/v1/feedback/${slug}`
  const bearer = token ? ` \\\n  -H 'Authorization: Bearer ${token}'` : ''
  const header = token ? `, headers: { Authorization: 'Bearer ${token}' }` : ''
  return (
    <span className="mt-5 grid gap-5 text-ink">
      <Snippet title="MCP" note="The tool submit_feedback" text={`${serverUrl}/mcp/${slug}`} />
      <Snippet
        title="HTTP"
        text={`curl -X POST ${address}${bearer} \\\n  -H 'Content-Type: application/json' \\\n  -d '{"message": "The export stops after a hundred rows."}'`}
      />
      <Snippet
        title="AI SDK"
        text={`tools: {\n  submit_feedback: submitFeedbackTool({ url: '${address}'${header} }),\n}`}
      />
    </span>
  )
}

function Snippet({ title, note, text }: { title: string; note?: string; text: string }) {
  return (
    <span className="grid gap-1.5">
      <span className="row">
        <span className="strong">{title}</span>
        {note && <span className="muted small">{note}</span>}
        <span className="end">
          <Copy text={text} what={title} />
        </span>
      </span>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <code className="code block" tabIndex={0}>
        {text}
      </code>
    </span>
  )
}
