export type BuiltInSkill = { name: string; description: string; content: string }

const changelog = `# Writing a changelog

A changelog tells people who use the product what is different for them now. They read it to decide three things: must I act, can I do something new, is my problem gone. Write each entry so that one of these is answered.

## What belongs in it

- Count a change once. A pull request and its commits are one change; a fix for something that was introduced in the same range is part of that thing.
- Leave out what no reader can notice: renamed variables, reformatted files, dependency bumps without effect, tests. An upgrade that closes a vulnerability or raises a minimum version is noticed, so it stays.
- A change that was reverted in the same range never happened.
- If nothing is left, say that there is nothing to tell and write no post. An empty changelog costs trust.

## Naming a change

- Start with the thing that changed or with what a person can do now, in the present tense: "Search finds archived projects", "Exports can be scheduled".
- Say the effect first, the means second and only when it matters: "Large imports finish without running out of memory", not "Refactor import pipeline to streams".
- Name the place as the product names it: the page, the command, the option, the endpoint. Code identifiers go in code formatting, spelled exactly as in the source.
- Keep a title under ten words, without a full stop, a pull request number, a commit hash or a conventional prefix such as feat or fix.
- For a fix, describe what no longer goes wrong and when it did: "Sessions survive a restart of the server".
- For a breaking change, say what stops working and what to do instead, in this order, in the first sentence.
- Numbers come from the sources. If a pull request says "faster" without a figure, write "faster" without a figure.

## The summary

One paragraph under the title, 120 to 180 words, shorter when there is little to cover.

1. Open with the one change that most readers will feel, stated plainly.
2. Group the rest by theme in two or three sentences; do not list everything.
3. End with what a reader has to do, if anything: a migration, a new default, a removed option.

No greeting, no "we are excited", no sentence that would be true of any release.

## Highlights

At most five, fewer when fewer deserve it, in this order of weight: security, breaking changes, major features, reliability, performance. Each has a short title and one or two sentences: what it is, who gains from it, how to turn it on if that is not obvious.

## The remaining changes

Every other change is one bullet under exactly one category, first match wins: Security, Bug Fixes, Features & Enhancements, Performance Improvements, Infrastructure, Internal Changes, Testing, Documentation. One line each. Similar small changes may be merged into one bullet if nothing is lost.

## Tone

- Conversational: "you" and short sentences, as one would tell a colleague.
- Professional: neutral and exact, no humour, no slang.
- Casual: relaxed words and contractions, still precise about what changed.
- Formal: complete sentences, no contractions, the product in the third person.

Tone changes the wording only. Facts, order and length stay the same in all four.

## Before you finish

- Every claim can be pointed to in the sources.
- No change appears twice, and none that matters is missing.
- A reader who skims titles alone learns what happened.
- Links and author credits appear for a developer audience and nowhere else.`

const blogPost = `# Writing a blog post

A blog post explains one thing that the team shipped: why it was needed, what it does, and how to start. It runs 400 to 800 words and can be read by someone who has never opened the repository.

## Find the story first

- Choose the one change with the clearest before and after. Other changes appear only where they support it.
- Write down, for yourself, in one sentence: "Until now people had to ..., now they can ...". If you cannot fill it in from the sources, choose another change.
- Decide who reads it. A developer wants the mechanism and the code; a buyer wants the result; a user wants the steps.

## Shape

1. **Title**: the result, in at most 70 characters. No number or hash from the repository, no colon followed by a slogan.
2. **Opening, two to four sentences**: the problem as the reader knows it, then the answer. Someone who stops here has learned the news.
3. **The problem**: a concrete situation with its cost. One example is worth more than three adjectives.
4. **What changed**: how it works now, step by step. Explain a decision that a careful reader would question, including what was given up for it.
5. **Try it**: the shortest path to seeing it work, as a command, a setting or a few lines of code that a reader can copy as they are.
6. **What it does not do yet**, when the sources say so. Honest limits make the rest believable.
7. **Closing**: one sentence that says what to do next. No summary of what was just read.

Use two to four headings that say something ("Imports resume where they stopped"), never labels ("Introduction", "Conclusion").

## Paragraphs and sentences

- One thought to a paragraph, three to five sentences. Put the point in the first.
- Prefer the concrete noun and the plain verb: "reads the file twice", not "performs redundant file operations".
- Use lists for steps and options only. Reasons and stories are prose.
- Introduce a term once, in plain words, and then use the same word throughout.
- Code samples are complete, short and taken from what the sources show. Never invent an option or an output.

## Facts

- Every number, date, quotation and name stands in the sources. Without a source, say it without the number or leave it out.
- Do not speak for customers, and do not compare with other products unless the sources do.
- What is planned is called planned.

## Before you finish

Read the first sentence of each paragraph in a row: it should already be a short version of the post. Then cut the sentence that you like best and see whether anything is missing.`

const twitter = `# Writing a post for X (Twitter)

One post, one idea, at most 280 characters including spaces; aim for 100 to 250. It has to make sense to someone who scrolls past without a thread, a picture or a link.

## How to write it

1. Pick the single change that a stranger would care about. Everything else stays out.
2. Put the news in the first eight words. What can people do now, or what stopped hurting?
3. Add one detail that makes it believable: a number from the sources, the situation it helps in, or how it works in half a sentence.
4. Stop. A closing line that only adds mood is cut.

## Shapes that work

- Before and after: "Restarting the server used to log everyone out. Not any more: sessions now survive it."
- The plain statement: "You can now schedule exports. Pick a day and an hour, and the file is waiting for you."
- The small relief: "If your import ever died at 99%, this one is for you: imports resume where they stopped."

Use them as shapes, never as text.

## Rules

- No hashtags, emojis, pull request numbers, commit hashes, version tags or links to the repository.
- No questions to the audience, no "thread below", no "let that sink in".
- Line breaks only where a spoken pause would be; at most two.
- Product words as the product spells them. Abbreviations only if every reader knows them.
- No superlatives. If it is fast, say how fast, or say what you no longer wait for.
- Count the characters at the end. Over 280 is not a draft, it is a mistake; shorten by cutting a thought, not by dropping articles.`

const linkedin = `# Writing a LinkedIn post

About 800 characters, one idea, written as one professional telling another what changed and why it matters. Only the first two lines are visible before "see more", so they decide whether anything else is read.

## The hook: two lines

- Line one names a situation or a cost that the reader recognises, in fewer than twelve words.
- Line two turns it: the result, the surprise, or what was learned.
- Both are facts. No riddles, no "here is what nobody tells you", no single dramatic word.

## The body

1. One or two sentences on how it was until now, from the point of view of the person who had the problem.
2. Two or three sentences on what is different and how it works, without insider words.
3. One concrete detail from the sources: a figure, a step that disappeared, a decision and its reason.
4. If it helps, at most two further updates in one sentence each. They serve the main idea or stay out.
5. One closing sentence: what a reader can do with this, or the lesson that holds beyond this product. Not "thoughts?".

## Form

- Paragraphs of one to three sentences with an empty line between them. Not every sentence on its own line.
- No hashtags, emojis, bullet symbols, pull request numbers, commit hashes, version tags or repository links.
- "We" for the team, "you" for the reader, and no praise of ourselves: what was done shows it.
- Names of people only where the sources credit them.
- Between 650 and 950 characters. Shorter is fine when the news is small.

## Before you finish

Cover everything but the first two lines: would someone who does not know the product open the post? Then read it aloud; a sentence that you would not say to a colleague is rewritten.`

const humanizer = `# Removing the habits of machine-written text

The last pass over a finished draft. It changes how sentences sound, never what they claim: facts, numbers, names, links, code, quotations, headings that a format requires and the order of the material stay as they are. If a sentence cannot be improved without changing its meaning, leave it.

## Punctuation

- No em dashes and no en dashes. Make two sentences, or use a comma, a colon or parentheses. Ranges are written with "to": 3 to 5. Hyphens inside words stay.
- Few exclamation marks, better none. No ellipsis for suspense.
- Straight quotation marks. Bold only where a reader must not miss a word; never on the first words of every bullet.
- No emojis, unless they are part of quoted material.

## Words to replace or delete

- Puffed-up verbs: leverage, utilize, harness, empower, streamline, unlock, elevate, foster, delve, embark, underscore, showcase. Use, help, shorten, allow, show, or the verb for what really happens.
- Puffed-up adjectives: seamless, robust, cutting-edge, game-changing, powerful, comprehensive, intuitive, vibrant, pivotal, crucial. Say what makes it so, or drop the word.
- Scenery: landscape, realm, tapestry, journey, ecosystem, testament, in today's fast-paced world.
- Fillers: in order to, it is important to note that, at its core, when it comes to, moreover, furthermore, additionally, ultimately, essentially.
- Hedges in a row: "may potentially help to". Keep one hedge if the fact is uncertain, none if it is not.

## Sentence patterns to undo

- "It is not just X, it is Y" and "not only X but also Y": say Y.
- Lists of three made for rhythm. Keep the items that carry information, be it one or four.
- A trailing "-ing" clause that comments on its own sentence: "..., making it easier to ...", "..., ensuring that ...". Make it a sentence with a fact, or cut it.
- A question that the next sentence answers. Give the answer.
- A short sentence for drama after a long one. "And it works." goes.
- Paragraphs that open with a claim of importance or close with a moral.
- Announcements: "Let us look at", "In this post we will", "In conclusion".
- The same sentence opening several times in a row, and a synonym for every mention of one thing. Repeat the plain word.
- Passive voice that hides who acts, when the sources say who does.

## Rhythm and voice

- Vary length because the thoughts differ in size, not as a pattern.
- Prefer the specific: the page, the error, the minute, the command. If the draft is vague where the sources are exact, put the exact thing in.
- Contractions where the tone is conversational or casual, none where it is formal.
- Keep an odd but true detail; polish removes exactly what sounds like a person.
- Every language has its own stock phrases. Apply the same idea to the language of the draft.

## How to work

1. Read once for punctuation and single words, and fix them.
2. Read again for patterns, sentence by sentence, and rewrite what remains.
3. Compare with the draft: every fact is still there, nothing was added, and the length is about the same or shorter.
4. Give back the text alone, without a word about what was changed.`

/** The skills that every organization has from its first day and may edit (contract 13). */
export const builtInSkills: BuiltInSkill[] = [
  {
    name: 'blog-post',
    description:
      'How to write a blog post of 400 to 800 words about something the team shipped: one story, told from the problem to the first use.',
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
    description:
      'The last pass over every draft: removes the habits of machine-written text, em and en dashes included, without changing a fact.',
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
]
