/** The shop's own script, as a shop has one: the choice on a product page, and a cart in the browser. */

const visitorKey = 'shop_visitor';

/** The cart's lines, which the shop's server keeps. */
async function readCart() {
  return (await (await fetch('/cart.js')).json()).items;
}

/** As Shopify's Ajax cart; returns the response, or throws where the shop refuses. */
async function postCart(path, body) {
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

function showCount(lines) {
  const count = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  document.querySelector('[data-cart-count]').textContent = count > 0 ? `(${count})` : '';
}

const money = (amount, currency) =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).format(amount / 100);

/** A shop's own id of its visitor, which the try-on takes over. */
function shareVisitorId() {
  let id;
  try {
    id = localStorage.getItem(visitorKey) ?? `shop-${Math.random().toString(36).slice(2, 12)}`;
    localStorage.setItem(visitorKey, id);
  } catch {
    return;
  }
  window.ServiceEmbedConfig = { ...window.ServiceEmbedConfig, anonymousId: id };
}

/** Makes the page follow the variant that is chosen. */
function followChoice(form, product) {
  const add = form.querySelector('[data-add]');
  const launcher = form.querySelector('[data-try-on]');
  const picture = document.querySelector('[data-picture]');
  const status = form.querySelector('[data-status]');
  const chosen = () => {
    const values = [...form.querySelectorAll('input:checked')].map(({ value }) => value);
    return product.variants.find(({ options }) => options.every((value, index) => value === values[index]));
  };
  const show = () => {
    const variant = chosen();
    status.textContent = '';
    add.disabled = !variant?.available;
    add.textContent = variant?.available ? 'Add to cart' : 'Sold out';
    if (!variant) return;
    launcher.dataset.serviceVariantId = variant.variantId;
    if (!picture.src.endsWith(`/${variant.picture}`)) picture.src = `/pictures/${variant.picture}`;
    history.replaceState(history.state, '', `?variant=${variant.variantId}`);
  };
  form.addEventListener('change', show);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    addToCart(chosen()).then(
      () => {
        status.textContent = `${product.title} is in your cart.`;
      },
      () => {
        status.textContent = `${product.title} could not be added. Try again.`;
      },
    );
  });
}

async function addToCart({ variantId }) {
  await postCart('/cart/add.js', { items: [{ id: variantId, quantity: 1 }] });
  showCount(await readCart());
}

function showLine(template, line) {
  const item = template.content.cloneNode(true);
  const address = `/products/${line.handle}?variant=${line.id}`;
  const quantity = item.querySelector('input');
  item.querySelector('img').src = `/pictures/${line.picture}`;
  item.querySelector('.line-title').href = address;
  item.querySelector('.line-title').textContent = line.title;
  item.querySelector('.line-options').textContent = line.options.join(', ');
  item.querySelector('.line-price').textContent = money(line.price * line.quantity, line.currency);
  quantity.value = line.quantity;
  quantity.addEventListener('change', () => {
    changeCart(line.id, Math.min(99, Math.max(1, Math.round(Number(quantity.value)) || 1)));
  });
  const remove = item.querySelector('button');
  remove.setAttribute('aria-label', `Remove ${line.title}`);
  remove.addEventListener('click', () => changeCart(line.id, 0));
  return item;
}

async function changeCart(id, quantity) {
  showLines((await postCart('/cart/update.js', { updates: { [id]: quantity } })).items);
}

function showLines(lines) {
  showCount(lines);
  showCart(lines);
}

function showCart(lines) {
  const list = document.querySelector('[data-lines]');
  if (!list) return;
  const template = document.querySelector('[data-line]');
  list.replaceChildren(...lines.map((line) => showLine(template, line)));
  const total = document.querySelector('[data-total]');
  document.querySelector('[data-empty]').hidden = lines.length > 0;
  total.hidden = lines.length === 0;
  if (lines.length === 0) return;
  const sum = lines.reduce((amount, { price, quantity }) => amount + price * quantity, 0);
  total.querySelector('strong').textContent = money(sum, lines[0].currency);
}

const form = document.querySelector('[data-buy]');
if (form) followChoice(form, JSON.parse(document.querySelector('#product').textContent));
shareVisitorId();
readCart().then(showLines);
// The try-on has put a look into the cart.
document.addEventListener('service:added-to-cart', () => readCart().then(showLines));
