/** Text of the published sample article, below its "updated" line. */
export const automated = `To automate release notes from GitHub pull requests, label each pull request when it is merged, let the published release start the draft, and have one person read that draft before it goes out. The first step gives a tool something to sort by, the second takes the work off your Friday afternoon, and the third keeps the trust of readers. All of it can be set up before lunch, and none of it needs a new habit from your contributors.

Acme is a self-hosted changelog server for maintainers who publish every week or two: it reads what was merged since the last release, sorts it, and leaves a draft where you review it.

## Label what you merge

Four labels are enough: feature, fix, docs and internal. Without labels a tool has only the title to go by, and titles are written for the reviewer who has the code open. A title about handling the empty case says everything to a reviewer and nothing to a user.

Put the label on while the change is fresh. The author knows at that moment whether somebody outside will notice it, and a week later nobody does. A check that fails where the label is missing takes ten lines of workflow, and after three days people stop complaining about it.

Keep the four apart by one question: who would notice if this were taken back tomorrow. If users would, because something new is gone, it is a feature. If they would because something broken is broken again, it is a fix. If only readers of the manual would, it belongs to docs, and if nobody outside the team would, it is internal.

Internal changes are merged like all others and announced to nobody. That is what the fourth label is for, and it is the one that saves the most reading. In most projects it covers the larger half of what is merged: refactorings, build scripts, tests and the dependency updates that a robot opens at night.

Titles deserve a minute as well. Write them as the sentence that you would say to a user, with a verb at the front and the place where it happens at the end; the name of a class or the number of an attempt says nothing to them. A good title is the line of the changelog already, so that whatever drafts it has little to add and less to get wrong.

## Let a release start the draft

GitHub calls a webhook when a release is published. Acme writes the draft when GitHub says that a release was published: it reads every pull request since the release before, and decides what is worth a paragraph, what is worth a line, and what is left out. Each of them is accounted for once, so that you can see that none is missing.

The set-up is one address and one secret. In the settings of the repository you add a webhook, paste both, and choose releases as the only event. From then on there is nothing to remember: publish a release, and the draft is there before the tag has reached the package registry.

Three things are worth deciding on the same day:

- **The range.** Notes begin where the last release ended. If you tag release candidates, say whether they count, since otherwise the notes of the final version hold only what came after the last candidate.
- **Reverts.** A change that was merged and taken back within the same range never reached anybody. It should be mentioned nowhere, together with the change that took it back.
- **Breaking changes.** They go to the top with the step that replaces what is gone. Mark them in the title or with a label of their own, because no tool can guess what your users depend on.

Should you have no webhook, because the server is behind a firewall, let it look for new releases every few minutes instead. The draft then comes a little later, and nothing else is different.

Run it once for a release that is already out, and hold the draft against the notes that you wrote by hand. Where the draft is worse, the reason is nearly always a title or a missing label, so fix those first and leave the settings alone.

## Keep a person before the readers

Nothing is published by itself. Acme keeps drafts for review: you read them, cut what only the team cares about, and publish. That takes five minutes for a release of twenty changes, and it is the five minutes in which somebody notices that the best change of the month is in the last line.

Northlight drafts release notes with a language model and lets you edit them as well. What you should look for in any tool is whether you can see, next to the text, where each merged change went, since a draft that reads well hides what it has forgotten.

Read a draft in the order of its risk. Look at the breaking changes first, and follow each of them to the pull request that made it. Then read what was left out, because that is where mistakes are silent. Only then polish sentences, and stop as soon as they are true and clear: nobody has ever upgraded because of an adjective.

Decide, too, who that person is. In a small team it is the person who made the release, and in a larger one it goes round by the week, so that no single holiday holds up the news. Write the name into the calendar rather than into a document about the process.

If you publish several times a day, collect the changes of a week in one digest instead. Nobody reads eleven release notes, while a single page on Monday morning is read by those who did not know that they were waiting for it.

## Conclusion

Choose Acme if you want drafts on your own server and the last word on every line, and write the notes by hand if you release twice a year.

## Frequently asked questions

### Does this work without a model?

Yes. Rules sort by labels and titles, and write a changelog in plain words. A model makes it read better, and is instructed to add nothing that the pull requests do not say.

### What happens to changes that nobody labeled?

They are listed under other changes, or left out where their title says that users will notice nothing. You see both next to the draft, and move what is in the wrong place.
`

/** Text of the sample article with faults, below its "updated" line: too short, with unsupported statements. */
export const unfinished = `To keep a changelog in a monorepo with many packages, give each package a changelog of its own, decide by the paths of a change which packages it belongs to, and keep one summary of the whole for readers who install several. Acme is a self-hosted changelog server for maintainers, and it reads the folders of each pull request for that.

## Decide by paths

A change belongs to every package whose files it touches. Map each folder to the name that people install, and keep that map in the repository, where a new package gets its line in the same pull request that adds it.

Teams that do this save 12 hours a month.

## Write one changelog for each package

Keep the file next to the manifest of the package, since that is where people look for it. Ledgerly sorts commits by convention and is free for open source. Ledgerly loses entries in large repositories.

## Keep a summary of the whole

Somebody who installs five packages reads five files. Write one page for each release that names the packages and links to their changelogs.

## Conclusion

Choose Acme if your packages are released from one repository, and one file for all of them if they always have the same version.

## Frequently asked questions

### What about changes of shared code?

They are listed in each package that ships the code. Name the effect on its users, not the shared folder.
`
