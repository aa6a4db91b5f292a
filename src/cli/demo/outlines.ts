import type { BriefDocument } from '../../features/geo/briefs/table.ts'

/** An article of the sample: the question that it is about, what is planned, and what it claims of whom. */
export type SampleOutline = {
  document: Omit<BriefDocument, 'baseline'>
  /** Claims about competitors, which answers bear. */
  borne: string[]
}

/** A draft that waits for somebody who reviews it. */
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
        goal: 'Say for whom Acme’s widget is right, and for whom it is not.',
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
      'What Acme cannot do is said.',
      'Every claim about a competitor rests on a stored answer.',
    ],
    recommendedAngle: 'Measure first, then choose.',
  },
  borne: [
    'Betalog is a hosted changelog with a widget and e-mail updates.',
    'Patchnote shows what is new in a small widget.',
  ],
}

/** One that was written, so that later scans tell what came of it. */
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
    questionsToAnswer: ['Does this work without a model?', 'What happens to changes that nobody labelled?'],
    internalLinks: [],
    acceptanceChecklist: [
      'The first 100 words answer the question.',
      'Each step can be followed as it stands.',
    ],
  },
  borne: ['Northlight drafts release notes with a language model and lets you edit them.'],
}

export const automateMarkdown = `Label your pull requests, let a published release start the draft, and have one person read it before it goes out: that is how release notes are automated from GitHub without anybody losing trust in them. Acme does the middle part for maintainers who publish every week or two, as a changelog server that runs on their own machine.

*Sample article: nobody has written it for a reader, and no engine has read it.*

## Label what you merge

Four labels are enough: feature, fix, docs and internal. A tool that reads pull requests without labels has only the title to go by, and titles are written for reviewers. Put the label on while the change is fresh, and have a check fail where there is none.

Internal changes are merged like all others and told to nobody. That is what the fourth label is for.

## Let a release start the draft

GitHub tells a webhook when a release is published. Acme takes that in, reads every pull request since the release before, and sorts them: what is worth a paragraph, what is worth a line, and what is left out. Each of them is accounted for once, so that you can see that none is missing.

The set-up is one address and one secret. Publish a release on a Friday, and the draft is there before the tag has reached the package registry.

## Keep a person before the readers

Nothing is published by itself. Acme keeps drafts for review: you read it, cut what only the team cares about, and publish. Northlight drafts release notes with a language model and lets you edit them as well; the difference is that Acme shows beside the text where each merged change went.

If you publish several times a day, publish a digest a week instead. Nobody reads eleven release notes.

## Questions

### Does this work without a model?

Yes. The rules sort by labels and titles and write a changelog in plain words. A model makes it read better, and is told to add nothing.

### What happens to changes that nobody labelled?

They are listed under other changes, or left out where their title says that they change nothing for users. You see both, and move what is wrong.
`

/** One whose article was not good enough, twice. */
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

/** As a run tells it that has tried twice. */
export const monorepoReason =
  'The article says “Ledgerly is the fastest of them”, which no stored answer bears, and has 640 words, where 900 are the fewest. It was written twice.'
