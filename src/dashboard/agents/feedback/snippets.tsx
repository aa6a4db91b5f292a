import { useOrganization } from '../../data/session.tsx'
import { serverUrl } from '../../kit/base-path.ts'
import { Copy } from '../../kit/copy.tsx'
import * as strings from './strings.ts'

/** Code for an agent to report by MCP, HTTP or the AI SDK, without a key. */
export function Snippets({ token }: { token?: string }) {
  const { slug } = useOrganization()
  const address = token ? `${serverUrl}/v1/feedback` : `${serverUrl}/v1/feedback/${slug}`
  const bearer = token ? strings.snippets.curlToken(token) : ''
  const header = token ? strings.snippets.sdkToken(token) : ''
  return (
    <span className="mt-5 grid gap-5 text-ink">
      <Snippet
        title={strings.snippets.mcp}
        note={strings.snippets.mcpNote}
        text={strings.snippets.mcpUrl(serverUrl, slug)}
      />
      <Snippet title={strings.snippets.http} text={strings.snippets.curl(address, bearer)} />
      <Snippet title={strings.snippets.aiSdk} text={strings.snippets.sdk(address, header)} />
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
