/** Changes what somebody typed, so that no mail program makes a link of it. Plain text and subjects are searched for links, too. */
export function withoutLinks(typed: string): string {
  return typed.replaceAll('://', ' ').replace(/\.(?=\p{L}{2})/gu, '. ')
}
