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
    intent: 'Somebody has a product and wants to show in it what is new, without sending people elsewhere.',
    contentSubtype: 'comparison',
    workingTitle: 'Changelog widgets for web apps: what they load, and what they show',
    audience: 'Frontend developers of small products',
    jobToBeDone: 'Choose a widget that is placed in an hour and slows nothing down',
    sections: [
      {
        heading: 'What a widget should not cost you',
        goal: 'Give the reader three things to measure before they place any widget.',
        claims: [
          'A script that is loaded on every page counts more than what it shows.',
          'A widget that needs another host needs a line in your content security policy.',
        ],
      },
      {
        heading: 'Acme: four kilobytes, from your own server',
        goal: 'Say which teams Acme’s widget suits, and which it does not.',
        claims: [
          'The widget of Acme is one script of 4 KB that your own server delivers.',
          'It shows the newest titles; there are no votes and no e-mail.',
        ],
      },
      {
        heading: 'Betalog: the one that everybody knows',
        goal: 'Be fair to what engines name first.',
        claims: ['Betalog is a hosted changelog with a widget and e-mail updates.'],
      },
      {
        heading: 'Patchnote: when readers should answer',
        goal: 'Name the case that Acme does not cover.',
        claims: ['Patchnote shows what is new in a small widget.'],
      },
      {
        heading: 'Which one to place',
        goal: 'Lead to a decision in one sentence for each kind of team.',
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
      'A table compares size, hosts and votes.',
      'The text says what Acme cannot do.',
      'Every claim about a competitor is supported by a stored answer.',
    ],
    recommendedAngle: 'Measure first, then choose.',
  },
  borne: [
    'Betalog is a hosted changelog with a widget and e-mail updates.',
    'Patchnote shows what is new in a small widget.',
  ],
}

/** A written article, so that later scans show its effect. */
export const automate: SampleOutline = {
  document: {
    targetPrompt: 'how to automate release notes from github pull requests',
    intent: 'Somebody writes release notes by hand and wants to stop.',
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
        goal: 'Set the webhook up in five minutes.',
        claims: ['Acme writes the draft when GitHub says that a release was published.'],
      },
      {
        heading: 'Keep a person before the readers',
        goal: 'Say why nothing is published by itself.',
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
      'Each step can be followed as it is written.',
    ],
  },
  borne: ['Northlight drafts release notes with a language model and lets you edit them.'],
}

/** An article with faults for an editor to fix. */
export const monorepo: SampleOutline = {
  document: {
    targetPrompt: 'how do i keep a changelog in a monorepo with many packages',
    intent: 'Somebody has many packages in one repository, and one changelog that nobody can use.',
    contentSubtype: 'how-to',
    workingTitle: 'One repository, many packages: a changelog for each',
    audience: 'Maintainers of monorepos',
    jobToBeDone: 'Give those who install a package the changes of that package',
    sections: [
      {
        heading: 'Decide by paths',
        goal: 'Map each folder to the package that people install.',
        claims: ['A change belongs to every package whose files it touches.'],
      },
      {
        heading: 'Write one changelog for each package',
        goal: 'Show where each file lies and who reads it.',
        claims: ['Ledgerly sorts commits by convention and is free for open source.'],
      },
      {
        heading: 'Keep a summary of the whole',
        goal: 'Serve readers who install several packages.',
        claims: [],
      },
    ],
    questionsToAnswer: ['What about changes of shared code?'],
    internalLinks: [],
    acceptanceChecklist: ['The first 100 words answer the question.'],
  },
  borne: ['Ledgerly sorts commits by convention and is free for open source.'],
}
