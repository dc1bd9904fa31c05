"""A Wasserstein GAN with a gradient penalty: 12 iterations, each with five steps of the critic and one of the generator."""

import torch
from torch import nn

torch.manual_seed(0)
generator, critic = nn.Linear(4, 2), nn.Sequential(nn.Linear(2, 16), nn.Tanh(), nn.Linear(16, 1))
of_generator = torch.optim.RMSprop(generator.parameters(), lr=1e-3)
of_critic = torch.optim.RMSprop(critic.parameters(), lr=1e-3)

for _ in range(12):
    for _ in range(5):
        real, fake = torch.randn(16, 2), generator(torch.randn(16, 4)).detach()
        between = (real + torch.rand(16, 1) * (fake - real)).requires_grad_()
        (slope,) = torch.autograd.grad(critic(between).sum(), between, create_graph=True)
        of_critic.zero_grad()
        loss = critic(fake).mean() - critic(real).mean() + 10 * ((slope.norm(dim=1) - 1) ** 2).mean()
        loss.backward()
        of_critic.step()
    of_generator.zero_grad()
    (-critic(generator(torch.randn(16, 4))).mean()).backward()
    of_generator.step()
print("loss", float(loss).hex())
