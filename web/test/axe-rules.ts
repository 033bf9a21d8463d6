/** The rules of axe whose outcome depends on the words of a page: its language, names that are missing, and how much room words take. */
export const OF_WORDS = [
  ...['html-has-lang', 'html-lang-valid', 'html-xml-lang-mismatch', 'valid-lang', 'document-title'],
  ...['aria-command-name', 'aria-dialog-name', 'aria-input-field-name', 'aria-meter-name', 'aria-progressbar-name'],
  ...[
    'aria-tab-name',
    'aria-toggle-field-name',
    'aria-tooltip-name',
    'aria-treeitem-name',
    'button-name',
    'input-button-name',
  ],
  ...['input-image-alt', 'image-alt', 'image-redundant-alt', 'role-img-alt', 'svg-img-alt', 'area-alt', 'object-alt'],
  ...['frame-title', 'frame-title-unique', 'label', 'label-title-only', 'select-name', 'link-name', 'summary-name'],
  ...['empty-heading', 'empty-table-header', 'landmark-unique', 'form-field-multiple-labels', 'table-duplicate-name'],
  ...['target-size', 'scrollable-region-focusable', 'link-in-text-block'],
]
