type Arguments = Record<string, string>

type Prompt = {
  name: string
  title: string
  description: string
  arguments: { name: string; description: string; required: boolean }[]
  write(given: Arguments): string
}

const definitions: Prompt[] = [
  {
    name: 'draft_changelog',
    title: 'Draft a changelog',
    description: 'Draft a changelog of the activity since a date or release.',
    arguments: [
      {
        name: 'since',
        description: 'A date, a release or a time span, such as "last week".',
        required: true,
      },
    ],
    write: ({ since }) =>
      `Draft a changelog of everything that changed since ${since}. Read what there is with preview_activity, then start generate_post with the contentType changelog and the lookbackWindow that covers this time, and read get_post_generation_status every ten seconds until it has ended. Show me the draft with get_post. Do not publish it.`,
  },
  {
    name: 'explain_visibility_change',
    title: 'Explain a visibility change',
    description: 'Explain why AI answers mention the brand more or less often than before.',
    arguments: [{ name: 'project', description: 'Name or ID of the project.', required: false }],
    write: ({ project }) =>
      `Why did the visibility of ${project ?? 'our brand'} in AI answers change? Find the project with list_projects, then read get_visibility_overview, get_visibility_timeseries and list_visibility_changes. Say which engines and prompts changed, whether the change is more than chance (verdict), and which sources and competitors the answers use now. Quote numbers with their intervals.`,
  },
  {
    name: 'triage_feedback',
    title: 'Triage new feedback',
    description: 'Summarize new feedback from agents and propose what to do.',
    arguments: [],
    write: () =>
      'Read the new feedback with list_feedback (status new, groupBy similar). Summarize each group in a sentence with its kind and number, propose a status for each, and ask me before you change anything.',
  },
]

/** The prompts that MCP clients can show to their users. */
export const prompts = definitions.map(({ write: _, ...prompt }) => prompt)

/** A prompt with its arguments filled in; throws for an unknown name or a missing argument. */
export function getPrompt(name: string, given: Arguments) {
  const prompt = definitions.find((each) => each.name === name)
  if (!prompt) throw new Error(`There is no prompt ${name}.`)
  const missing = prompt.arguments.find((each) => each.required && !given[each.name])
  if (missing) throw new Error(`The prompt ${name} needs ${missing.name}.`)
  const text = prompt.write(given)
  return {
    description: prompt.description,
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
  }
}
