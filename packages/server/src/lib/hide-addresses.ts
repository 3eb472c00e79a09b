// Email addresses in texts that are logged. What other programs say about an error often names a recipient.

/** The text with `…@` and the domain in place of each address. */
export function hideAddresses(text: string): string {
  return text.replace(/[^\s<>()[\]"'`,;:=]+@([\w.-]+)/g, '…@$1');
}
