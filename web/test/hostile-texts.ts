/** Texts that would become an element, an attribute or a script URL if they were not escaped. Stories type them, too. */
export const HOSTILE = [
  '<img src=x data-hostile onerror=alert(1)>',
  '<script data-hostile>alert(1)</script>',
  '<svg data-hostile onload=alert(1)>',
  '"><b data-hostile onclick=alert(1)>',
  "'><i data-hostile autofocus onfocus=alert(1)>",
  '</title><b data-hostile>',
  '</textarea><b data-hostile>',
  '--></style></script><b data-hostile>',
  '<iframe data-hostile srcdoc="<b>">',
  '&lt;b data-hostile&gt;',
  '\\u003cb data-hostile\\u003e',
  'javascript:alert(1)',
  '<a data-hostile href=javascript:alert(1)>x',
  '{{constructor.constructor("alert(1)")()}}',
  '<b data-hostile>',
]
