/** For whom a changelog is: others are spared files, numbers of pull requests and shas. */
export type Audience = 'developers' | 'others'
