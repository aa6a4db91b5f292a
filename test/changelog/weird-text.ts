import fc from 'fast-check'

const pieces = [
  ...[
    '[x](http://evil.example)',
    '![i](https://evil.example/a.png)',
    '<script>alert(1)</script>',
    '<b>',
    '</p>',
    '<!--',
  ],
  ...[
    '`',
    '``',
    '```',
    '*',
    '**',
    '_',
    '__',
    '~',
    '~~',
    '#',
    '## ',
    '> ',
    '- ',
    '+ ',
    '1. ',
    '|',
    '\\',
    '&lt;',
    '&#x3c;',
  ],
  ...[
    'http://evil.example',
    'www.evil.example',
    'a@evil.example',
    '@ana',
    'x/y#1',
    '[^1]',
    '$x$',
    ':tada:',
    '"',
    "'",
  ],
  ...[
    '\n',
    '\r\n',
    '\t',
    '\u0000',
    '\u202e',
    '\u200b',
    '\u2028',
    '—',
    '–',
    '😀',
    '👩‍👩‍👧',
    'é',
    '中文',
    ' ',
    ' ',
    ' ',
  ],
  ...[
    'add',
    'fix',
    'crash',
    'Revert "',
    'feat: ',
    'fix(x)!: ',
    '(#12)',
    '1.2.3',
    '---',
    '===',
    '(',
    ')',
    '[',
    ']',
    '!',
    '<',
    '>',
  ],
]

export const weirdText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...pieces) },
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))

/** The visible text of HTML. */
export function textOfHtml(html: string): string {
  return html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}
