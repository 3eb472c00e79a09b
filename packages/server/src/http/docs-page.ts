// The page of the API reference, and what Swagger UI lacks for people who cannot see it or use a mouse (WCAG 2.2 AA).

const prefix = '/api/docs';

/** Swagger UI's colors, darkened until text on and in them can be read, and its small buttons, which grew under the mouse only. */
const style = `
body { margin: 0 }
.swagger-ui .info .title small.version-stamp, .swagger-ui .info .title small { background: #4b5563 }
.swagger-ui .info .title small.version-stamp { background: #3d6600 }
.swagger-ui .info .title small pre { color: #fff }
.swagger-ui .info .link, .swagger-ui .info a, .swagger-ui .info .url { color: #1d5fa8 }
.swagger-ui .btn.authorize { color: #1a7348; border-color: #1a7348 }
.swagger-ui .btn.authorize svg { fill: #1a7348 }
.swagger-ui .btn.cancel { color: #b42318; border-color: #b42318 }
.swagger-ui .btn.execute { background-color: #1d5fa8; border-color: #1d5fa8 }
.swagger-ui .opblock.opblock-get .opblock-summary-method { background: #1d5fa8 }
.swagger-ui .opblock.opblock-post .opblock-summary-method { background: #1a7348 }
.swagger-ui .opblock.opblock-put .opblock-summary-method { background: #8a5300 }
.swagger-ui .opblock.opblock-patch .opblock-summary-method { background: #0f6e6e }
.swagger-ui .opblock.opblock-delete .opblock-summary-method { background: #b42318 }
.swagger-ui .opblock .opblock-summary .view-line-link.copy-to-clipboard { width: 26px; margin: 0 5px; transition: none }
.swagger-ui .view-line-link.copy-to-clipboard button, .swagger-ui .authorization__btn { min-width: 26px; min-height: 26px }
.swagger-ui .parameter__in { color: #555 }
.swagger-ui .markdown code, .swagger-ui .renderedMarkdown code { color: #6b0bbf }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9d9d !important }
`;

export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Frontdesk API</title>
<link rel="icon" href="${prefix}/favicon-32x32.png">
<link rel="stylesheet" href="${prefix}/swagger-ui.css">
<style>${style}</style>
</head>
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. You can read the OpenAPI document instead: <a href="/api/v1/openapi.json">openapi.json</a></noscript>
<script src="${prefix}/swagger-ui-bundle.js"></script>
<script src="${prefix}/start.js"></script>
</body>
</html>
`;

/** Names controls and orders headings as Swagger UI renders them. */
export const labelScript = `
const reference = document.getElementById('reference');
const each = (selector, change) => reference.querySelectorAll(selector).forEach(change);
const name = (selector, text) => each(selector, (element) => element.setAttribute('aria-label', text));
function label() {
  each('h3, h4, h5', (heading) => heading.setAttribute('aria-level', Number(heading.tagName[1]) - 1));
  each('button a[href]', (link) => link.removeAttribute('href'));
  each('table[role=region]', (table) => table.removeAttribute('role'));
  each('pre.microlight', (example) => example.setAttribute('tabindex', '0'));
  each('.modal-ux button.authorize', (button) => button.removeAttribute('aria-label'));
  each('tr[data-param-name] :is(input, select, textarea)', (control) =>
    control.setAttribute('aria-label', control.closest('tr').dataset.paramName));
  each('.information-container, .scheme-container', (part) => part.setAttribute('role', 'region'));
  name('.information-container', 'About this API');
  name('.scheme-container', 'Server and authorization');
  name('#servers', 'Server');
  name('.close-modal', 'Close');
  name('.body-param textarea', 'Request body');
}
new MutationObserver(label).observe(reference, { childList: true, subtree: true });
`;
