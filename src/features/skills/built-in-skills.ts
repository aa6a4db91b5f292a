import blogPost from './built-in/blog-post.md' with { type: 'text' }
import changelog from './built-in/changelog.md' with { type: 'text' }
import humanizer from './built-in/humanizer.md' with { type: 'text' }
import linkedin from './built-in/linkedin.md' with { type: 'text' }
import twitter from './built-in/twitter.md' with { type: 'text' }

/** The skills that every organization has from the start (contract 13). */
export const builtInSkills = [
  {
    name: 'blog-post',
    description:
      'How to write a blog post of 400 to 800 words about something the team shipped: one story, from the problem to the first use.',
    content: blogPost,
  },
  {
    name: 'changelog',
    description:
      'How to write a changelog: what belongs in it, how to name changes, the summary paragraph, highlights, categories and tone.',
    content: changelog,
  },
  {
    name: 'humanizer',
    description: 'How to edit a finished draft: plainer words, no em or en dashes, the same facts.',
    content: humanizer,
  },
  {
    name: 'linkedin',
    description:
      'How to write a LinkedIn post of about 800 characters: a hook of two lines, one idea, no hashtags and no emojis.',
    content: linkedin,
  },
  {
    name: 'twitter',
    description:
      'How to write a post for X of at most 280 characters: one idea, the news in the first words.',
    content: twitter,
  },
].map((skill) => ({ ...skill, content: skill.content.trimEnd() }))

export const isBuiltIn = (name: string) => builtInSkills.some((skill) => skill.name === name)
