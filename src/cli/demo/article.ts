/** Text of the published sample article, below its "updated" line. */
export const automated = `To automate release notes from GitHub pull requests, label each pull request when you merge it, let each published release start a draft, and have one person review the draft before it is published. With labels, a tool can sort the changes, the release starts the work, and the review keeps the trust of your readers. You can set all of it up in a morning, and contributors only have to add a label.

Acme is a self-hosted changelog server for maintainers who publish every week or two: it reads what was merged since the last release, sorts it, and leaves a draft where you review it.

## Label what you merge

Four labels are enough: feature, fix, docs and internal. Without labels a tool has only the title to go by, and titles are written for reviewers, who have the code open. A title such as "Handle the empty case" is clear to a reviewer and means nothing to a user.

Add the label while the change is fresh. The author knows at that moment whether users will notice the change, and a week later nobody does. A check that fails if the label is missing takes a few lines of workflow, and people get used to it quickly.

To choose a label, ask who would notice if the change were reverted tomorrow. If users would miss something new, it is a feature. If an old problem would return, it is a fix. If only the documentation would be different, it is docs. If nobody outside the team would notice, it is internal.

Internal changes are merged like all others, but they are not announced. This label saves your readers the most time. In many projects it covers most of what is merged: refactoring, build scripts, tests, and the dependency updates that a bot opens at night.

Spend a minute on titles, too. Write what you would say to a user: start with a verb, and end with the place where the change is visible. The name of a class or an internal number says nothing to users. A good title can become a line of the changelog without any edit, so the tool has little to add and little to get wrong.

## Let a release start the draft

Acme writes the draft when GitHub says that a release was published: it reads every pull request since the previous release, and decides which ones get a paragraph, which ones get a line, and which ones are left out. Each pull request is accounted for once, so you can see that none is missing.

The setup needs one URL and one secret. In the settings of the repository, add a webhook, paste both, and choose releases as the only event. After that, there is nothing to remember: when you publish a release, its draft appears by itself.

Decide three things at the start:

- **The range.** Release notes begin where the last release ended. If you tag release candidates, decide whether they count. If they do, the notes of the final version contain only the changes since the last candidate.
- **Reverts.** A change that was merged and reverted before the release never reached your users. Mention neither the change nor its revert.
- **Breaking changes.** Put them at the top, with the step that replaces what was removed. Mark them in the title or with a label of their own, because no tool can guess what your users depend on.

If your server is behind a firewall, let it check for new releases every few minutes instead. The draft then arrives a little later, and nothing else is different.

Try it with a release that you have already published, and compare the draft with the notes that you wrote yourself. Where the draft is worse, the cause is usually a title or a missing label. Fix those first, and leave the settings alone.

## Review each draft

Nothing is published by itself. Acme keeps drafts for review: you read them, remove what only your team cares about, and publish. The review takes a few minutes for most releases. It is also the moment when someone notices that the most important change of the month is in the last line.

Northlight drafts release notes with a language model and lets you edit them as well. In any tool, check whether you can see where each merged change went. A draft that reads well can hide what it left out.

Review the riskiest parts first. Start with the breaking changes, and open the pull request of each one. Then read the list of what was left out. Polish the sentences last, and stop as soon as they are true and clear.

Decide who the reviewer is. In a small team, it is the person who made the release. In a larger team, take turns each week, so that a vacation does not delay the notes. Put the name of the reviewer in the calendar, where everyone sees it, and not in a document about the process.

If you release several times a day, publish a weekly digest instead. Few people read release notes every day, but many read one page on Monday morning.

Do not announce every merged change. A list of everything is useful to the people who wrote it, and it hides the one line that a customer needs. Do not publish drafts automatically to save the last few minutes either: the first wrong sentence costs more trust than all of the reviews cost time.

## Conclusion

Choose Acme if you want drafts on your own server and the last word on every line, and write the notes by hand if you release twice a year.

## Frequently asked questions

### Does this work without a model?

Yes. Rules sort by labels and titles, and write a changelog in plain words. A model makes it read better, and is instructed to add nothing that the pull requests do not say.

### What happens to changes that nobody labeled?

They are listed under other changes, or left out if the title shows that users will not notice them. You see both next to the draft, and can move a change that is in the wrong place.
`

/** Text of the sample article with faults, below its "updated" line: too short, with unsupported statements. */
export const unfinished = `To keep a changelog in a monorepo with many packages, give each package its own changelog, decide by the changed files which packages a change belongs to, and keep one summary for readers who install several packages. Acme is a self-hosted changelog server for maintainers, and it reads the folders of each pull request to do this.

## Decide by paths

A change belongs to every package whose files it touches. Map each folder to the name of its package, and keep that map in the repository, so that a new package is added to the map in the same pull request.

Teams that do this save 12 hours a month.

## Write one changelog for each package

Keep the file next to the manifest of the package, because people look for it there. Ledgerly sorts commits by convention and is free for open source. Ledgerly loses entries in large repositories.

## Keep a summary of all packages

Someone who installs five packages reads five files. Write one page for each release that names the packages and links to their changelogs.

## Conclusion

Choose Acme if you release several packages from one repository, and keep a single file if all packages always have the same version.

## Frequently asked questions

### What about changes to shared code?

They are listed in each package that ships the code. Name the effect on its users, not the shared folder.
`
