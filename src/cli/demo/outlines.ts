import type { BriefDocument } from '../../features/geo/briefs/table.ts'

/** A sample article: its prompt, its outline, and its claims about competitors. */
export type SampleOutline = {
  document: Omit<BriefDocument, 'baseline'>
  /** Claims about competitors that answers support. */
  borne: string[]
}

/** A draft that is ready for review. */
export const widget: SampleOutline = {
  document: {
    targetPrompt: 'which changelog widget can be embedded in a web app',
    intent:
      'The reader wants to show what is new inside their product, without sending users to another site.',
    contentSubtype: 'comparison',
    workingTitle: 'Changelog widgets for web apps compared',
    audience: 'Frontend developers of small products',
    jobToBeDone: 'Choose a widget that takes an hour to add and does not slow the page down',
    sections: [
      {
        heading: 'What a widget should not cost you',
        goal: 'Name three things to measure before adding a widget.',
        claims: [
          'A script that loads on every page slows down every page.',
          'A widget that needs another host needs a line in your content security policy.',
        ],
      },
      {
        heading: 'Acme: four kilobytes, from your own server',
        goal: 'Explain which teams the widget of Acme suits, and which it does not.',
        claims: [
          'The widget of Acme is one script of 4 KB, served by your own server.',
          'It shows the newest titles. It has no votes and no email.',
        ],
      },
      {
        heading: 'Betalog: the best-known option',
        goal: 'Describe fairly what engines recommend most often.',
        claims: ['Betalog is a hosted changelog with a widget and email updates.'],
      },
      {
        heading: 'Patchnote: for feedback from readers',
        goal: 'Describe a need that Acme does not cover.',
        claims: ['Patchnote shows what is new in a small widget.'],
      },
      {
        heading: 'Which one to choose',
        goal: 'Recommend one widget for each kind of team, in one sentence each.',
        claims: [],
      },
    ],
    questionsToAnswer: [
      'How large may a changelog widget be?',
      'Does a widget need cookies?',
      'Can a widget be styled to fit the product?',
    ],
    internalLinks: [],
    acceptanceChecklist: [
      'The first 100 words answer the question.',
      'A table compares size, other hosts and votes.',
      'The text says what Acme cannot do.',
      'Every claim about a competitor is supported by a stored answer.',
    ],
    recommendedAngle: 'Measure first, then choose.',
  },
  borne: [
    'Betalog is a hosted changelog with a widget and email updates.',
    'Patchnote shows what is new in a small widget.',
  ],
}

/** A written article, so that later scans show its effect. */
export const automate: SampleOutline = {
  document: {
    targetPrompt: 'how to automate release notes from github pull requests',
    intent: 'The reader writes release notes by hand and wants to automate them.',
    contentSubtype: 'guide',
    workingTitle: 'How to automate release notes from GitHub pull requests',
    audience: 'Maintainers who publish every week or two',
    jobToBeDone: 'Have a draft of the notes ready when a release is tagged',
    sections: [
      {
        heading: 'Label what you merge',
        goal: 'Show that four labels are enough.',
        claims: ['Without labels a tool has only the title to go by.'],
      },
      {
        heading: 'Let a release start the draft',
        goal: 'Show how to set up the webhook.',
        claims: ['Acme writes the draft when GitHub says that a release was published.'],
      },
      {
        heading: 'Review each draft',
        goal: 'Explain why nothing is published automatically.',
        claims: [
          'Acme keeps drafts for review.',
          'Northlight drafts release notes with a language model and lets you edit them.',
        ],
      },
    ],
    questionsToAnswer: ['Does this work without a model?', 'What happens to changes that nobody labeled?'],
    internalLinks: [],
    acceptanceChecklist: [
      'The first 100 words answer the question.',
      'Readers can follow each step as written.',
    ],
  },
  borne: ['Northlight drafts release notes with a language model and lets you edit them.'],
}

/** An article with problems for an editor to fix. */
export const monorepo: SampleOutline = {
  document: {
    targetPrompt: 'how do i keep a changelog in a monorepo with many packages',
    intent: 'The reader has many packages in one repository, and a single changelog that is hard to use.',
    contentSubtype: 'how-to',
    workingTitle: 'One repository, many packages: a changelog for each',
    audience: 'Maintainers of monorepos',
    jobToBeDone: 'Give users of each package only the changes of that package',
    sections: [
      {
        heading: 'Decide by paths',
        goal: 'Map each folder to the package that people install.',
        claims: ['A change belongs to every package whose files it touches.'],
      },
      {
        heading: 'Write one changelog for each package',
        goal: 'Show where each file belongs and who reads it.',
        claims: ['Ledgerly sorts commits by convention and is free for open source.'],
      },
      {
        heading: 'Keep a summary of all packages',
        goal: 'Help readers who install several packages.',
        claims: [],
      },
    ],
    questionsToAnswer: ['What about changes to shared code?'],
    internalLinks: [],
    acceptanceChecklist: ['The first 100 words answer the question.'],
  },
  borne: ['Ledgerly sorts commits by convention and is free for open source.'],
}
